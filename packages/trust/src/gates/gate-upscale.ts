import { blockPsnr } from '../measures/block-psnr.ts'
import { CHANNELS, isSameSize, type Picture, type Region } from '../measures/picture.ts'
import { gateLimits } from './gate-limits.ts'
import { type GateRefusal, OTHER_SIZE } from './gate-refusal.ts'

export function gateUpscale(input: Picture, result: Picture, limits = gateLimits): GateRefusal {
  if (!isSameSize(result, { ...result, width: input.width * 2, height: input.height * 2 })) return OTHER_SIZE
  const isOpaque: Region = (pixel) => input.data[pixel * CHANNELS + 3] === 255
  const decibels = blockPsnr(input, halved(result), isOpaque)
  return decibels < limits.upscaleDecibels ? 'Made small again, the picture is not its input.' : null
}

/** Each pixel is the mean of four. */
function halved({ data, width, height }: Picture): Picture {
  const half = { width: width / 2, height: height / 2 }
  const bytes = new Uint8Array(half.width * half.height * CHANNELS)
  const line = width * CHANNELS
  for (let to = 0; to < bytes.length; to += 1) {
    const pixel = Math.floor(to / CHANNELS)
    const [x, y] = [pixel % half.width, Math.floor(pixel / half.width)]
    const at = y * 2 * line + x * 2 * CHANNELS + (to % CHANNELS)
    bytes[to] = Math.round(
      (data[at]! + data[at + CHANNELS]! + data[at + line]! + data[at + line + CHANNELS]!) / 4,
    )
  }
  return { data: bytes, ...half }
}
