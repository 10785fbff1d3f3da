//! What the compiler made of a selection: no jump may decide it.

// Reads machine code.
#![allow(unsafe_code)]

use super::curve::{
    ProjectivePoint, Scalar,
    elliptic_curve::subtle::{Choice, ConditionallySelectable},
};
use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction};
use std::hint::black_box;

#[inline(never)]
fn scalar(a: &Scalar, b: &Scalar, choice: Choice) -> Scalar {
    Scalar::conditional_select(a, b, choice)
}

#[inline(never)]
fn point(a: &ProjectivePoint, b: &ProjectivePoint, choice: Choice) -> ProjectivePoint {
    ProjectivePoint::conditional_select(a, b, choice)
}

#[inline(never)]
fn leaky(a: &Scalar, b: &Scalar, choice: Choice) -> Scalar {
    if bool::from(choice) { mul(a) } else { *b }
}

#[inline(never)]
fn mul(a: &Scalar) -> Scalar {
    black_box(*a * *a)
}

/// The selections and a planted one, each with its instructions that may decide something; the last must have some.
pub(crate) fn check() -> Result<(), String> {
    // Used, so that they exist.
    black_box((
        scalar(&Scalar::ONE, &Scalar::ZERO, Choice::from(1)),
        point(
            &ProjectivePoint::IDENTITY,
            &ProjectivePoint::GENERATOR,
            Choice::from(0),
        ),
        leaky(&Scalar::ONE, &Scalar::ZERO, Choice::from(1)),
    ));
    for (name, function) in [
        ("Scalar::conditional_select", scalar as *const ()),
        ("ProjectivePoint::conditional_select", point as *const ()),
    ] {
        let (length, jumps) = jumps(function as u64);
        if !jumps.is_empty() {
            return Err(format!("{name}: {jumps:x?}"));
        }
        println!("  {name}: {length} instructions, none decides");
    }
    if jumps(leaky as *const () as u64).1.is_empty() {
        return Err("the planted jump was not seen".into());
    }
    println!("  a planted jump: seen");
    Ok(())
}

/// The instructions of a function up to its end, and the addresses of those that jump forward on a condition, or to a
/// computed address, or call. Backward conditions are loops over words: of which the tracer counts the rounds.
fn jumps(start: u64) -> (usize, Vec<u64>) {
    let (mut ip, mut end, mut length, mut found) = (start, start, 0, Vec::new());
    loop {
        let instruction = decode(ip);
        length += 1;
        ip = instruction.next_ip();
        match instruction.flow_control() {
            FlowControl::Next => {}
            FlowControl::ConditionalBranch
                if instruction.near_branch_target() <= instruction.ip() => {}
            // Nothing after this is reached by falling through, but perhaps by a jump.
            FlowControl::Return if end <= instruction.ip() => return (length, found),
            FlowControl::Return => {}
            FlowControl::UnconditionalBranch => end = end.max(instruction.near_branch_target()),
            _ => {
                end = end.max(instruction.near_branch_target());
                found.push(instruction.ip() - start);
            }
        }
    }
}

fn decode(ip: u64) -> Instruction {
    // SAFETY: the text of this program, which is followed by other segments of it.
    let code = unsafe { core::slice::from_raw_parts(ip as *const u8, 15) };
    Decoder::with_ip(64, code, ip, DecoderOptions::NONE).decode()
}
