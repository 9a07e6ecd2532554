import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { installFromPip } from './install-clients.ts'

afterEach(() => void vi.unstubAllEnvs())

test('says why Python packages are missing: no Python, or what pip said', async () => {
  const bin = await temporaryFolder()
  vi.stubEnv('PATH', bin)
  expect(await installFromPip(await temporaryFolder(), ['a==1'])).toEqual({
    missing: 'There is no python3 on this machine.',
  })
  await writeFile(join(bin, 'python3'), '#!/bin/sh\necho "no venv here" >&2\nexit 1\n', { mode: 0o755 })
  expect(await installFromPip(await temporaryFolder(), ['a==1'])).toEqual({
    missing: "Python or its packages can't be installed: no venv here",
  })
})
