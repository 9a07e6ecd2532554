/** The protocol's number, without the schemas beside it: the first load does without those. A test compares the two. */
export const STARTER_CREDITS = 500
