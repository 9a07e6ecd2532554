/** A file made from another one keeps its name. */
export function namedLike(original: Blob, made: Blob): Blob {
  return original instanceof File ? new File([made], original.name, { type: made.type }) : made
}
