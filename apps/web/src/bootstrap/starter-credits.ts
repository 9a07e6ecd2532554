/** The protocol's number without the schemas next to it, which the first load doesn't include. A test compares the two. */
export const STARTER_CREDITS = 500
