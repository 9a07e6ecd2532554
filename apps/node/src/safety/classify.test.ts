import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWeights } from '@infra/weights/weights'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { ball } from '../doctor/samples.ts'
import { street } from '../doctor/street.ts'
import { drawText } from '../runners/draw-text.ts'
import { CACHE } from '../test/runner-stage.ts'
import { packs } from '../weights/packs.ts'
import { classify } from './classify.ts'
import { isExplicit } from './is-explicit.ts'

const model = await openWeights({ packs, cache: CACHE, say: () => {} }).ensure('nsfw')
const folder = await mkdtemp(join(tmpdir(), 'infra-safety-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const png = (drawing: string) => sharp(Buffer.from(drawing)).png().toBuffer()
const plain = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="${color}"/></svg>`

test.for([
  ['a ball', ball],
  ['a street', street],
  ['print', drawText(['Nothing to see here'], { size: 40 })],
  ['bare skin colour', plain('#e8b98a')],
  ['black', plain('#000')],
  ['nothing at all', '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="300"></svg>'],
] as const)('%s is harmless: neutral or a drawing', async ([, drawing]) => {
  const scores = await classify(await png(drawing), model)

  expect(Object.values(scores).reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 3)
  expect(scores.Neutral + scores.Drawing).toBeGreaterThan(0.8)
  expect(isExplicit(scores)).toBe(false)
})

test('a cartoon is more of a drawing than a ball is, and of nothing else', async () => {
  const cartoon = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#fff"/>
    <g stroke="#111" stroke-width="7" stroke-linejoin="round" fill="#fff">
      <path d="M90 230 C60 60 340 60 310 230 L330 330 L270 300 L130 300 L70 330 Z" fill="#5a3d8a"/>
      <path d="M120 200 C120 330 170 350 200 350 C230 350 280 330 280 200 C260 130 140 130 120 200Z"/>
      <path d="M115 210 C130 120 180 130 200 170 C220 130 270 120 285 210 C300 100 100 100 115 210Z" fill="#5a3d8a"/>
      <ellipse cx="160" cy="235" rx="22" ry="30"/><ellipse cx="240" cy="235" rx="22" ry="30"/>
      <ellipse cx="163" cy="240" rx="12" ry="20" fill="#2a6fd6"/><ellipse cx="237" cy="240" rx="12" ry="20" fill="#2a6fd6"/>
      <path d="M185 300 Q200 312 215 300"/><path d="M130 400 L150 340 H250 L270 400Z" fill="#d33"/>
    </g></svg>`
  const drawn = await classify(await png(cartoon), model)
  const round = await classify(await png(ball), model)

  expect(drawn.Drawing).toBeGreaterThan(round.Drawing * 10)
  expect(drawn.Hentai + drawn.Porn + drawn.Sexy).toBeLessThan(0.01)
})

test('a file is judged as its bytes are', async () => {
  const path = join(folder, 'ball.png')
  await writeFile(path, await png(ball))
  expect(await classify(path, model)).toEqual(await classify(await png(ball), model))
})

test('what is no picture cannot be judged', async () => {
  await expect(classify(Buffer.from('GIF89a and nothing more'), model)).rejects.toThrow()
})
