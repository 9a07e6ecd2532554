import { thumbnailFormats, thumbnailSizes } from '../file-rules.ts'

/** Where an inspection of the file at `path` puts what it makes: beside it. */
export function inspectionPaths(path: string) {
  const kept = `${path}.kept`
  const thumbnail = (size: number, format: string) => `${path}.${size}.${format}`
  const thumbnails = thumbnailSizes.flatMap((size) =>
    thumbnailFormats.map((format) => ({ size, format, path: thumbnail(size, format) })),
  )
  return { kept, thumbnail, thumbnails, all: [kept, ...thumbnails.map((one) => one.path)] }
}
