const KEY = 'infra.file-names'
const KEPT_MAX = 50
const LENGTH_MAX = 60

/**
 * The names of files that this browser sent, by upload id, for naming results. They stay here: the network never gets what people call
 * their files.
 */
export function storeFileName(uploadId: string, name: string): void {
  const stem = stemOf(name)
  if (stem === '') return
  const others = readNames().filter(([id]) => id !== uploadId)
  try {
    localStorage.setItem(KEY, JSON.stringify([[uploadId, stem], ...others].slice(0, KEPT_MAX)))
  } catch {
    // If storage is blocked, the download is named after the day.
  }
}

/** Without its extension, and usable as the beginning of another file name. */
export function fileNameOf(uploadId: string): string | undefined {
  return readNames().find(([id]) => id === uploadId)?.[1]
}

function readNames(): [string, string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')
}

function stemOf(name: string): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LENGTH_MAX)
}
