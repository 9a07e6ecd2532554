/** Whether both have the same characters, however they are spaced. */
export function isSameText(one: string, other: string): boolean {
  return one.replace(/\s+/g, '') === other.replace(/\s+/g, '')
}
