//! The field's operations, one after the other in a chain, so that a time is a latency; and a point doubling in each layout.

#![allow(missing_docs)] // of criterion's macros

use criterion::{Criterion, criterion_group, criterion_main};
use elliptic_curve::ff::Field;
use field_fast::{
    Cpu, Element, Fe, FermatInverse, Kernel, Layout, LazyLayout, N256, N384, N521, N25519, P256,
    P384, P521, P25519, Portable, Prime, Saturated, weierstrass::schedule,
};
use std::{hint::black_box, ops::Add};

/// `chain(n)`: n dependent operations, so that the call and the clock count for nothing.
const CHAIN: usize = 100;

fn element<P: Prime>() -> Fe<P> {
    // Anything but a special value.
    Fe::from(0x9e37_79b9_7f4a_7c15_u64).invert().unwrap()
}

fn chain<P: Prime, B: Kernel<P>>(
    c: &mut Criterion,
    name: &str,
    backend: B,
    f: impl Fn(Fe<P, B>, Fe<P, B>) -> Fe<P, B>,
) {
    let b = element::<P>().on(backend);
    c.bench_function(
        &format!("{} of {} bits x {CHAIN}/{name}", P::NAME, P::BITS),
        |bench| {
            bench.iter(|| (0..CHAIN).fold(black_box(b), |a, _| f(a, b)));
        },
    );
}

fn kernels<P: Prime, B: Kernel<P>>(c: &mut Criterion, name: &str, backend: B) {
    chain::<P, B>(c, &format!("multiplication/{name}"), backend, |a, b| a * b);
    chain::<P, B>(c, &format!("squaring/{name}"), backend, |a, _| {
        Element::square(a)
    });
}

fn field<P: FermatInverse>(c: &mut Criterion) {
    kernels::<P, _>(c, "portable", Portable);
    chain::<P, _>(c, "addition", Portable, Add::add);
    let x = element::<P>();
    let mut group = c.benchmark_group(format!("{} of {} bits", P::NAME, P::BITS));
    group.bench_function("inversion/safegcd", |bench| {
        bench.iter(|| black_box(x).invert());
    });
    group.bench_function("inversion/safegcd in variable time", |bench| {
        bench.iter(|| black_box(x).invert_vartime());
    });
    group.bench_function("inversion/addition chain", |bench| {
        bench.iter(|| P::invert_by_chain(black_box(x)));
    });
    let square = Field::square(&x);
    group.bench_function("square root", |bench| {
        bench.iter(|| black_box(square).sqrt());
    });
}

fn doubling<P: Prime, L: Layout<P>>(c: &mut Criterion, name: &str, layout: L) {
    let point = [element(), element::<P>() + Fe::ONE];
    c.bench_function(
        &format!("point doubling of {} bits x {CHAIN}/{name}", P::BITS),
        |bench| {
            bench.iter(|| schedule::double_n(layout, black_box(point), CHAIN));
        },
    );
}

fn all(c: &mut Criterion) {
    field::<P256>(c);
    field::<N256>(c);
    field::<P384>(c);
    field::<N384>(c);
    field::<P521>(c);
    field::<N521>(c);
    field::<P25519>(c);
    field::<N25519>(c);
    doubling::<P256, _>(c, "portable, always reduced", Saturated(Portable));
    doubling::<P256, _>(c, "portable, lazy", LazyLayout);
    doubling::<P384, _>(c, "portable, always reduced", Saturated(Portable));
    doubling::<P521, _>(c, "portable, always reduced", Saturated(Portable));
    doubling::<P521, _>(c, "portable, lazy", LazyLayout);
    if let Some(adx) = Cpu::detect().adx {
        kernels::<P256, _>(c, "adx", adx);
        kernels::<N256, _>(c, "adx", adx);
        doubling::<P256, _>(c, "adx", Saturated(adx));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
