export interface HandedIn {
  /** SHA-256 of what the output is made from, the decoded picture or the spoken text: options may well change nothing. */
  input: string
  /** SHA-256 of the output file. */
  output: string
}

/** Whether a node handed in the same picture, drawing or sound before for another input. */
export function isRepeatedOutput(result: HandedIn, earlier: readonly HandedIn[]): boolean {
  return earlier.some(({ input, output }) => output === result.output && input !== result.input)
}
