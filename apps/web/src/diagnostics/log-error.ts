/** The only code that writes to the console. Users may be asked to copy this into a bug report. */
export function logError(message: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is where a browser program logs.
  console.error(message, error)
}
