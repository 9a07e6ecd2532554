/** The one way to the console: what a person will be asked to copy into a bug report. */
export function logError(message: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is where a browser program logs.
  console.error(message, error)
}
