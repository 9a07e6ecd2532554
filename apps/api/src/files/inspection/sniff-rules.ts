/** The type of a file by its first bytes, whatever its name. */
export type Sniffed = 'png' | 'jpeg' | 'webp' | 'gif' | 'wav' | 'unknown'

const supportedExtensions = ['png', 'jpg', 'jpeg', 'jpe', 'jfif', 'webp', 'gif', 'wav', 'wave']

export function sniff(bytes: Uint8Array): Sniffed {
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(bytes, 0, 'GIF8')) return 'gif'
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'webp'
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WAVE')) return 'wav'
  return 'unknown'
}

/** Whether the name has an extension of a supported type. It only affects how another file is refused. */
export function hasSupportedExtension(fileName: string): boolean {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1] ?? ''
  return supportedExtensions.includes(extension.toLowerCase())
}

function startsWith(bytes: Uint8Array, at: number, characters: string): boolean {
  return [...characters].every((character, index) => bytes[at + index] === character.charCodeAt(0))
}
