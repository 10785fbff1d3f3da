//! Complete formulas in homogeneous coordinates, `x = X / Z`, `y = Y / Z`, for `a = -3`: right for every pair of points.
//!
//! Renes, Costello, Batina, "Complete addition formulas for prime order elliptic curves" (2015), algorithms 4 to 6.
//! `reduce` costs nothing where `-` reduces; it lets the formulas run on [`crate::Lazy`] coordinates too.

use crate::Element;

/// `P + Q`, algorithm 4: 12M + 2 by `b`.
#[inline(always)]
pub(crate) fn add<E: Element>([X1, Y1, Z1]: [E; 3], [X2, Y2, Z2]: [E; 3], b: E) -> [E; 3] {
    let (xx, yy, zz) = (X1 * X2, Y1 * Y2, Z1 * Z2);
    let xy = (X1 + Y1) * (X2 + Y2) - (xx + yy); // X1 Y2 + X2 Y1
    let yz = (Y1 + Z1) * (Y2 + Z2) - (yy + zz);
    let xz = (X1 + Z1) * (X2 + Z2) - (xx + zz);
    combine([xx, yy, zz], [xy, yz, xz], b)
}

/// `P + Q` for `Q = (x, y)` other than the identity, algorithm 5: 11M + 2 by `b`.
#[inline(always)]
pub(crate) fn add_mixed<E: Element>([X, Y, Z]: [E; 3], [x, y]: [E; 2], b: E) -> [E; 3] {
    let (xx, yy) = (X * x, Y * y);
    let xy = (X + Y) * (x + y) - (xx + yy);
    let yz = y * Z + Y;
    let xz = x * Z + X;
    combine([xx, yy, Z.reduce()], [xy, yz, xz], b)
}

/// The common end of both additions.
#[inline(always)]
fn combine<E: Element>([xx, yy, zz]: [E; 3], [xy, yz, xz]: [E; 3], b: E) -> [E; 3] {
    let s = (xz - b * zz).reduce().triple();
    let (u, v) = (yy + s, yy - s);
    let zz3 = zz.triple();
    let t = (b * xz - (zz3 + xx)).reduce().triple();
    let w = xx.triple() - zz3;
    [u * xy - yz * t, u * v + w * t, v * yz + xy * w]
}

/// `2 P`, algorithm 6: 8M + 3S + 2 by `b`.
#[inline(always)]
pub(crate) fn double<E: Element>([X, Y, Z]: [E; 3], b: E) -> [E; 3] {
    let (xx, yy, zz) = (X.square(), Y.square(), Z.square());
    let xy2 = (X * Y).double();
    let xz2 = (X * Z).double();
    let yz2 = (Y * Z).double();
    let s = (b * zz - xz2).reduce().triple();
    let (u, v) = (yy + s, yy - s);
    let zz3 = zz.triple();
    let t = (b * xz2 - (zz3 + xx)).reduce().triple();
    let w = xx.triple() - zz3;
    [
        v * xy2 - t * yz2,
        u * v + w * t,
        (yz2 * yy).double().double(),
    ]
}
