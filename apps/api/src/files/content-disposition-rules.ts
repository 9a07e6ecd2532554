/** RFC 6266: an ASCII name for old programs, and the real name. Neither can break out of its quotes or of the header. */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encodeExtended(fileName)}`
}

/** Makes a given name safe as a file name, with the extension of the actual type. */
export function downloadName(given: string, extension: string): string {
  const plain = given
    .toWellFormed()
    // Control characters, path separators, and marks that change the reading direction around an extension.
    .replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  const name = plain || 'file'
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`
}

/** RFC 8187. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
