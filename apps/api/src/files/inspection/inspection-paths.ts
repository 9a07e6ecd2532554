import { thumbnailFormats, thumbnailSizes } from '../file-rules.ts'

/** Where an inspection of the file at `path` writes its outputs: next to it. */
export function inspectionPaths(path: string) {
  const rewritten = `${path}.rewritten`
  const thumbnail = (size: number, format: string) => `${path}.${size}.${format}`
  const thumbnails = thumbnailSizes.flatMap((size) =>
    thumbnailFormats.map((format) => ({ size, format, path: thumbnail(size, format) })),
  )
  return { rewritten, thumbnail, thumbnails, all: [rewritten, ...thumbnails.map((one) => one.path)] }
}
