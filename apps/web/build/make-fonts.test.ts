import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { folder, makeFonts } from './make-fonts.ts'

test('the stored fonts are those that `npm run fonts` makes', async () => {
  const made = await makeFonts()
  expect(Object.keys(made).sort()).toEqual((await readdir(folder)).sort())
  for (const [file, bytes] of Object.entries(made))
    expect(bytes.equals(await readFile(folder + file)), file).toBe(true)
})
