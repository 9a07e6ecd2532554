/** RFC 6266: a name for programs that know ASCII only, and the name itself. Nothing of it can end the header or the quotes. */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encodeExtended(fileName)}`
}

/** A name that anybody gave, as one that a disk takes, and with the ending of what the file really is. */
export function downloadName(given: string, extension: string): string {
  const plain = given
    .toWellFormed()
    // Control characters, paths, and marks that turn the direction of reading around an ending.
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
