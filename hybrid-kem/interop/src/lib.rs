//! The hybrid groups as key exchange groups of rustls, and a connection over loopback between two of its providers.

use hybrid_kem::{
    Decapsulator, Encapsulate, Generate, Kem, KeyExport, SecP256r1MlKem768, SecP384r1MlKem1024,
    TryDecapsulate, TryKeyInit, X25519Kem, X25519MlKem768, x25519,
};
use rustls::{
    ClientConfig, ClientConnection, Connection, Error, NamedGroup, PeerMisbehaved, RootCertStore,
    ServerConfig, ServerConnection, Stream,
    crypto::{
        ActiveKeyExchange, CompletedKeyExchange, CryptoProvider, SharedSecret, SupportedKxGroup,
        aws_lc_rs,
    },
    pki_types::{PrivateKeyDer, ServerName},
};
use std::{
    fmt,
    io::{Read, Write},
    marker::PhantomData,
    net::{TcpListener, TcpStream},
    sync::Arc,
    thread,
};

/// Of a client's share, what is the share of another group.
type Part = fn(&[u8]) -> Option<(NamedGroup, &[u8])>;

/// A kem as a key exchange group of TLS 1.3: the client's share is an encapsulation key, the server's a ciphertext.
pub struct Group<K> {
    name: NamedGroup,
    /// The classical half of a client's share.
    part: Part,
    kem: PhantomData<fn() -> K>,
}

/// X25519MLKEM768. A client with it offers X25519 with the same key.
pub static X25519MLKEM768: Group<X25519MlKem768> = Group {
    name: NamedGroup::X25519MLKEM768,
    part: |share| Some((NamedGroup::X25519, &share[1184..])),
    kem: PhantomData,
};

/// SecP256r1MLKEM768.
pub static SECP256R1MLKEM768: Group<SecP256r1MlKem768> = Group {
    name: NamedGroup::secp256r1MLKEM768,
    part: |_| None,
    kem: PhantomData,
};

/// SecP384r1MLKEM1024, for which rustls has no name.
pub static SECP384R1MLKEM1024: Group<SecP384r1MlKem1024> = Group {
    name: NamedGroup::Unknown(4589),
    part: |_| None,
    kem: PhantomData,
};

/// X25519.
pub static X25519: Group<X25519Kem> = Group {
    name: NamedGroup::X25519,
    part: |_| None,
    kem: PhantomData,
};

impl<K> fmt::Debug for Group<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Group").field(&self.name).finish()
    }
}

const INVALID: Error = Error::PeerMisbehaved(PeerMisbehaved::InvalidKeyShare);

/// A kem whose decapsulation key can, or cannot, take an answer of its classical half alone.
pub trait Exchange: Kem<DecapsulationKey: Send + Sync> {
    /// The secret with a server that answered the classical half of the share.
    fn complete_part(_: &Self::DecapsulationKey, _: &[u8]) -> Option<SharedSecret> {
        None
    }
}

impl Exchange for X25519MlKem768 {
    fn complete_part(key: &Self::DecapsulationKey, answer: &[u8]) -> Option<SharedSecret> {
        let key = x25519::DecapsulationKey::from(key.x25519().clone());
        let shared = key.try_decapsulate_slice(answer).ok()?;
        Some(SharedSecret::from(&shared[..]))
    }
}

impl Exchange for SecP256r1MlKem768 {}
impl Exchange for SecP384r1MlKem1024 {}
impl Exchange for X25519Kem {}

impl<K: Exchange> SupportedKxGroup for Group<K> {
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        let key = K::DecapsulationKey::try_generate().map_err(|_| Error::FailedToGetRandomBytes)?;
        Ok(Box::new(Active::<K> {
            share: key.encapsulation_key().to_bytes().to_vec(),
            name: self.name,
            part: self.part,
            key,
        }))
    }

    fn start_and_complete(&self, share: &[u8]) -> Result<CompletedKeyExchange, Error> {
        let key = K::EncapsulationKey::new_from_slice(share).map_err(|_| INVALID)?;
        let (answer, shared) = key.encapsulate();
        Ok(CompletedKeyExchange {
            group: self.name,
            pub_key: answer.to_vec(),
            secret: SharedSecret::from(&shared[..]),
        })
    }

    fn name(&self) -> NamedGroup {
        self.name
    }
}

/// A client's key exchange that waits for the server's share.
struct Active<K: Kem> {
    name: NamedGroup,
    part: Part,
    key: K::DecapsulationKey,
    share: Vec<u8>,
}

impl<K: Exchange> ActiveKeyExchange for Active<K> {
    fn complete(self: Box<Self>, answer: &[u8]) -> Result<SharedSecret, Error> {
        let answer = answer.try_into().map_err(|_| INVALID)?;
        let shared = self.key.try_decapsulate(&answer).map_err(|_| INVALID)?;
        Ok(SharedSecret::from(&shared[..]))
    }

    fn pub_key(&self) -> &[u8] {
        &self.share
    }

    fn group(&self) -> NamedGroup {
        self.name
    }

    fn hybrid_component(&self) -> Option<(NamedGroup, &[u8])> {
        (self.part)(&self.share)
    }

    fn complete_hybrid_component(self: Box<Self>, answer: &[u8]) -> Result<SharedSecret, Error> {
        K::complete_part(&self.key, answer).ok_or(INVALID)
    }
}

/// A provider with these groups, and else aws-lc's.
pub fn provider(groups: &[&'static dyn SupportedKxGroup]) -> Arc<CryptoProvider> {
    Arc::new(CryptoProvider {
        kx_groups: groups.to_vec(),
        ..aws_lc_rs::default_provider()
    })
}

/// Sends a message from a client to a server and back over loopback, and returns the group that they agreed on, with the client's
/// name for it.
///
/// # Errors
/// What rustls or the system says.
pub fn connect(
    client: Arc<CryptoProvider>,
    server: Arc<CryptoProvider>,
) -> Result<NamedGroup, Box<dyn std::error::Error>> {
    let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()])?;
    let certificate = certified.cert.der().clone();
    let secret = PrivateKeyDer::Pkcs8(certified.signing_key.serialize_der().into());
    let server = ServerConfig::builder_with_provider(server)
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], secret)?;
    let mut roots = RootCertStore::empty();
    roots.add(certificate)?;
    let client = ClientConfig::builder_with_provider(client)
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .with_root_certificates(roots)
        .with_no_client_auth();

    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let echo = thread::spawn(move || {
        let (mut socket, _) = listener.accept().map_err(|e| e.to_string())?;
        let mut connection = ServerConnection::new(Arc::new(server)).map_err(|e| e.to_string())?;
        let mut stream = Stream::new(&mut connection, &mut socket);
        let mut message = [0; MESSAGE.len()];
        stream.read_exact(&mut message).map_err(|e| e.to_string())?;
        stream.write_all(&message).map_err(|e| e.to_string())?;
        agreed(&connection.into()).ok_or_else(|| "no group".to_owned())
    });

    let mut socket = TcpStream::connect(address)?;
    let name = ServerName::try_from("localhost")?;
    let mut connection = ClientConnection::new(Arc::new(client), name)?;
    let mut stream = Stream::new(&mut connection, &mut socket);
    let mut answer = [0; MESSAGE.len()];
    let result = stream
        .write_all(MESSAGE)
        .and_then(|()| stream.read_exact(&mut answer));
    drop(socket);
    let of_server = echo.join().map_err(|_| "the server panicked")?;
    result?;
    assert_eq!(&answer, MESSAGE);
    let of_client = agreed(&connection.into()).ok_or("no group")?;
    assert_eq!(of_client, of_server?);
    Ok(of_client)
}

const MESSAGE: &[u8; 21] = b"a message and no more";

/// The group that a connection agreed on.
fn agreed(connection: &Connection) -> Option<NamedGroup> {
    Some(connection.negotiated_key_exchange_group()?.name())
}
