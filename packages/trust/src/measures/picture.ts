/** A decoded picture, row by row: red, green, blue and alpha of each pixel, one byte each. */
export interface Picture {
  data: Uint8Array
  width: number
  height: number
}

export const CHANNELS = 4

/** Which pixels count, by their index. */
export type Region = (pixel: number) => boolean

export function isSameSize(one: Picture, other: Picture): boolean {
  return one.width === other.width && one.height === other.height
}

/** A part of a picture, in pixels. */
export interface Placed {
  left: number
  top: number
  width: number
  height: number
}

export function within({ left, top, width, height }: Placed, pictureWidth: number): Region {
  return (pixel) => {
    const [x, y] = [pixel % pictureWidth, Math.floor(pixel / pictureWidth)]
    return x >= left && x < left + width && y >= top && y < top + height
  }
}

/** The greatest difference of a channel within a region, in levels. */
export function greatestDifference(one: Picture, other: Picture, region: Region): number {
  let most = 0
  for (let pixel = 0; pixel < one.width * one.height; pixel += 1) {
    if (!region(pixel)) continue
    for (let at = pixel * CHANNELS; at < (pixel + 1) * CHANNELS; at += 1)
      most = Math.max(most, Math.abs(one.data[at]! - other.data[at]!))
  }
  return most
}

/** A mask with every pixel that is within `radius` of a marked one, diagonals included. */
export function grown(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const across = grownAlong(mask, width, height, radius, 1)
  return grownAlong(across, width, height, radius, width)
}

/** By rows where `step` is 1, by columns where it is the width. */
function grownAlong(
  mask: Uint8Array,
  width: number,
  height: number,
  radius: number,
  step: number,
): Uint8Array {
  const result = new Uint8Array(mask.length)
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    if (!mask[pixel]) continue
    const place = step === 1 ? pixel % width : Math.floor(pixel / width)
    const length = step === 1 ? width : height
    const from = Math.max(0, place - radius) - place
    const to = Math.min(length - 1, place + radius) - place
    for (let by = from; by <= to; by += 1) result[pixel + by * step] = 1
  }
  return result
}
