/** A picture in memory, row by row; four bytes per pixel (red, green, blue, alpha) unless a function says otherwise. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
}
