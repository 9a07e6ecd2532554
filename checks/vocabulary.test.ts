import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../stack/src/root.ts'
import { listFiles } from '../stack/src/test-command/list-files.ts'

/** Names that we replaced with the field's words (docs/glossary.md). They must not come back, as files or as names in code. */
const REPLACED =
  /^(believed|keptBriefly|askTogether|fewAtOnce|oneAtATime|hungUp|bell|unhurried|handoverOf|waitingRoom|seat|turnAgain|finishing|arrival|isArriving|useIsArriving|firstParts|aBreath|standingAt|desk|blame|blamed|shelf|draftShelf|shelve|sight|outside|createLife|hearts|house|door|suffer|heal|patiently|hammer|handIn|isTakenOver|agentStage|adapterStage|runnerStage|purse|openPurse|play(?:Conversation|ComfyUi|Automatic1111|Picture|Node)|played(?:Network|Apps)|brought(?:File|Files)|isBroughtFile|asked_?every_?ms|ask_?again_?ms|look_?(?:again_?|every_?)?ms|lookAgain|buttonLook|linkLooks|contestant|alikeness|comings|sayings|findSayings|hangUp|hasHungUp|forgottenBefore|forgetRuns|forgetWallet|rememberedWallet|droppers|hers|seeObjects|endWhenSilent)$/i

const FILES_EXCEPT = /^(docs|content)\//
const DECLARED = /\b(?:const|let|function|interface|type|class|enum) ([A-Za-z_$][\w$]*)/g

const files = (await listFiles(ROOT)).filter(
  (file) => /\.(?:tsx?|mjs)$/.test(file) && !FILES_EXCEPT.test(file),
)
const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

test('no file has a name that we have replaced', () => {
  expect(files.filter((file) => REPLACED.test(camel(basename(file).split('.')[0]!)))).toEqual([])
})

test('no declaration has a name that we have replaced', () => {
  const found = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(DECLARED)]
      .filter(([, name]) => REPLACED.test(name!))
      .map(([, name]) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
