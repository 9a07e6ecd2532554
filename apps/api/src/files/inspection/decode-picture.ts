import type { Pixels } from '@infra/inference/pictures/pixels'
import { UPLOAD_PIXELS_MAX } from '@infra/protocol/files'
import type { Picture } from '@infra/trust/measures/picture'
import sharp, { type Sharp } from 'sharp'

/** The longer side, in pixels, at which drawings and their pictures are compared. */
const DRAWING_SIDE = 256

/** The longer side, in pixels, at which the source of a tracing is looked at. */
const TRACED_SIDE = 1024

interface Size {
  width: number
  height: number
}

/** All pixels of a stored picture, as nodes see them. */
export function decodePicture(bytes: Buffer): Promise<Picture> {
  return pixelsOf(open(bytes))
}

/** The area to fill: white in the mask, which is stretched to the size of its picture. */
export async function decodeHole(mask: Buffer, { width, height }: Size): Promise<Uint8Array> {
  const flat = open(mask).flatten({ background: '#000' })
  const { data } = await pixelsOf(flat.resize({ width, height, fit: 'fill', kernel: 'nearest' }))
  return Uint8Array.from({ length: width * height }, (_, at) => Number(data[at * 4 + 1]! > 127))
}

/** A picture as its drawing should look: small, on white, and in black and white if that was ordered. */
export async function decodeTraced(picture: Buffer, isBinary: boolean): Promise<Picture> {
  const onWhite = open(picture).flatten({ background: '#fff' })
  if (!isBinary) return pixelsOf(fitted(onWhite, DRAWING_SIDE))
  const { data, info } = await fitted(onWhite, TRACED_SIDE)
    .greyscale()
    .threshold(128)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return pixelsOf(fitted(sharp(data, { raw: info }).toColourspace('srgb'), DRAWING_SIDE))
}

/** It's texture if at least a quarter of the neighboring pixels differ by more than this many levels. */
const JUMP = 96
const JUMPS_MIN = 0.25

/** A picture with a shorter side than this is little more than a speck. */
const SPECK_SIDE = 16

/** Whether a picture is tiny, or consists mostly of single-pixel dots or lines, as a dithered one does: tracing treats those as specks. */
export async function isTextured(picture: Buffer): Promise<boolean> {
  const { data, info } = await fitted(open(picture).flatten({ background: '#fff' }), TRACED_SIDE)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (Math.min(info.width, info.height) < SPECK_SIDE) return true
  let jumps = 0
  for (let at = 1; at < data.length; at += 1) if (Math.abs(data[at]! - data[at - 1]!) > JUMP) jumps += 1
  return jumps > data.length * JUMPS_MIN
}

/** Renders a drawing at the scale of its picture. One that claims to be larger is rendered larger, within a limit. */
export async function decodeDrawing(
  svg: Buffer,
  own: Size,
  picture: Size,
  longer = DRAWING_SIDE,
): Promise<Picture> {
  const scale = longer / Math.max(picture.width, picture.height)
  const side = (pixels: number) => Math.max(1, Math.min(longer * 2, Math.round(pixels * scale)))
  const size = { width: side(own.width), height: side(own.height) }
  return pixelsOf(
    open(svg)
      .resize({ ...size, fit: 'fill' })
      .flatten({ background: '#fff' }),
  )
}

/** A picture stretched to a size, on white. */
export async function decodeOnWhite(bytes: Buffer, size: Size): Promise<Pixels> {
  const { data, ...rest } = await pixelsOf(
    open(bytes)
      .flatten({ background: '#fff' })
      .resize({ ...size, fit: 'fill' }),
  )
  return { data: Buffer.from(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength), ...rest }
}

function open(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: UPLOAD_PIXELS_MAX })
}

function fitted(picture: Sharp, side: number): Sharp {
  return picture.resize({
    width: side,
    height: side,
    fit: 'inside',
    withoutEnlargement: side === TRACED_SIDE,
  })
}

async function pixelsOf(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
