import { join } from 'node:path'
import { expect } from '@playwright/test'
import { startHandNode } from '../network.ts'
import { test } from '../person.ts'

const FILES = join(import.meta.dirname, '../files')

/** The first two seconds of the sample of Transcribe, as common programs write them. Some add a little silence. */
for (const format of ['mp3', 'm4a', 'ogg', 'flac', 'webm'])
  test(`a real ${format} file is decoded, measured and sent as WAV @desktop`, async ({ page, person }) => {
    const node = await startHandNode({ apps: ['transcribe'] })
    await person.signedInBefore()
    await page.goto('/apps?app=transcribe')
    const upload = page.waitForResponse((response) => response.url().endsWith('/api/file'))
    await page.getByLabel('Sound: choose a file').setInputFiles(join(FILES, `spoken.${format}`))
    const sent = await (await upload).json()
    expect(sent).toMatchObject({ kind: 'audio', mime: 'audio/wav' })
    expect(sent.seconds).toBeGreaterThan(1.9)
    expect(sent.seconds).toBeLessThan(2.3)
    const heard = page.getByLabel('Sound, as chosen')
    await expect(heard).toBeVisible()
    await expect(page.getByRole('button', { name: /Run · \d+ credits/ })).toBeEnabled()
    await node.stop()
  })
