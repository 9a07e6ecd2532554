import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../stack/src/root.ts'
import { listFiles } from '../stack/src/test-command/list-files.ts'

/** A folder with more sources than this should be two folders. */
const SOURCES_MAX = 25

test(`no folder has more than ${SOURCES_MAX} source files, not counting tests`, async () => {
  const sources = (await listFiles(ROOT)).filter(
    (file) => /\.(?:tsx?|mjs|sol)$/.test(file) && !/\.(?:test|spec)\.tsx?$|\.t\.sol$/.test(file),
  )
  const folders = Object.groupBy(sources, dirname)
  const crowded = Object.entries(folders).filter(([, files]) => files!.length > SOURCES_MAX)
  expect(crowded.map(([folder, files]) => `${folder}: ${files!.length}`)).toEqual([])
})
