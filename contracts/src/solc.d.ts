declare module 'solc' {
  const solc: { compile(standardJson: string): string; version(): string }
  export default solc
}
