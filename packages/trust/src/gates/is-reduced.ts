interface Size {
  width: number
  height: number
}

/** A picture whose file would be too large is made smaller by this factor until it is not. */
const STEP = 0.8
const STEPS_MAX = 6

/** Whether a result has the shape that its input implies, and fewer pixels. */
export function isReduced(result: Size, implied: Size): boolean {
  return Array.from({ length: STEPS_MAX }, (_, at) => STEP ** (at + 1)).some(
    (scale) =>
      result.width === Math.round(implied.width * scale) &&
      Math.abs(result.height - implied.height * scale) <= 1,
  )
}
