import { expect, test } from 'vitest'
import type { Picture } from '../measures/picture.ts'
import { asJpeg, blurred, painted, resized, testPicture, withNoise } from '../test/test-picture.ts'
import { testVoice } from '../test/test-sound.ts'
import { gateCutOut } from './gate-cut-out.ts'
import { gateEraseFill } from './gate-erase-fill.ts'
import { gateExpandPhoto } from './gate-expand-photo.ts'
import { gateFindObjects } from './gate-find-objects.ts'
import { gateReadText } from './gate-read-text.ts'
import type { GateRefusal } from './gate-refusal.ts'
import { gateSpeak } from './gate-speak.ts'
import { gateStoryTeller } from './gate-story-teller.ts'
import { gateTranscribe } from './gate-transcribe.ts'
import { gateUpscale } from './gate-upscale.ts'
import { gateVectorise } from './gate-vectorise.ts'
import { isOtherInput } from './is-other-input.ts'

const picture = testPicture()
const { width, height } = picture
const blank = painted(picture, () => true, [255, 255, 255, 255])
const another = testPicture(width, height, 5)
const isDisc = (x: number, y: number) => (x - 80) ** 2 + (y - 60) ** 2 < 900
const cut = painted(picture, (x, y) => !isDisc(x, y), [0, 0, 0, 0])
const isHole = (x: number, y: number) => x >= 60 && x < 90 && y >= 40 && y < 70
const hole = Uint8Array.from({ length: width * height }, (_, at) =>
  Number(isHole(at % width, Math.floor(at / width))),
)
const margins = { left: 20, right: 0, top: 10, bottom: 0 }
/** The picture with grey margins and, if asked for, one changed pixel. */
function expanded(changed?: [number, number]): Picture {
  const grey = painted(testPicture(width + 20, height + 10), () => true, [128, 128, 128, 255])
  for (let y = 0; y < height; y += 1)
    grey.data.set(picture.data.subarray(y * width * 4, (y + 1) * width * 4), ((y + 10) * grey.width + 20) * 4)
  return painted(grey, (x, y) => x === changed?.[0] && y === changed[1], [0, 0, 0, 255])
}
const coarseness = { speckle: 4, detail: 6, isTextured: false }
const page = painted(blank, (x, y) => x > 40 && x < 60 && y > 30 && y < 60, [0, 0, 0, 255])
const labels = ['', 'cat', 'dog']
const cat = { label: 'cat', score: 0.9, box: { x: 50, y: 60, width: 40, height: 40 } }
const isFrame = (x: number, y: number) =>
  x >= 50 && x < 90 && y >= 60 && y < 100 && !(x >= 52 && x < 88 && y >= 62 && y < 98)
const marked = painted(picture, isFrame, [200, 0, 0, 255])
const large = await resized(picture, width * 2, height * 2)
const smooth = await blurred(picture, 3)

test.for<[string, GateRefusal, RegExp | null]>([
  ['a cut-out', gateCutOut(picture, cut, true), null],
  ['a cut-out that was decoded otherwise', gateCutOut(picture, withNoise(cut, 1), true), null],
  ['a cut-out of another size', gateCutOut(picture, large, true), /size/],
  ['a cut-out of another picture', gateCutOut(picture, another, true), /colours/],
  ['a cut-out on a colour', gateCutOut(picture, blank, false), null],
  ['a filled hole', gateEraseFill(picture, painted(picture, isHole, [9, 9, 9, 255]), hole), null],
  [
    'a filled hole with its seam',
    gateEraseFill(
      picture,
      painted(picture, (x, y) => isHole(x + 2, y), [9, 9, 9, 255]),
      hole,
    ),
    null,
  ],
  [
    'a change three pixels from the hole',
    gateEraseFill(
      picture,
      painted(picture, (x, y) => isHole(x + 3, y), [9, 9, 9, 255]),
      hole,
    ),
    /outside/,
  ],
  ['another picture with a filled hole', gateEraseFill(picture, another, hole), /outside/],
  ['a blank picture', gateEraseFill(picture, blank, hole), /outside/],
  ['an expanded picture', gateExpandPhoto(picture, expanded(), margins), null],
  ['an expanded picture with another size', gateExpandPhoto(picture, picture, margins), /size/],
  ['an expanded picture that was changed', gateExpandPhoto(picture, expanded([90, 60]), margins), /itself/],
  ['an expanded picture with another margin', gateExpandPhoto(picture, expanded([5, 5]), margins), null],
  ['an enlarged picture', gateUpscale(picture, large), null],
  ['an enlarged picture as JPEG', gateUpscale(picture, await asJpeg(large, 90)), null],
  [
    'an enlarged picture without its grain',
    gateUpscale(picture, await resized(smooth, width * 2, height * 2)),
    null,
  ],
  ['a picture given back', gateUpscale(picture, picture), /size/],
  ['another picture, enlarged', gateUpscale(picture, await resized(page, width * 2, height * 2)), /small/],
  ['a blank picture, enlarged', gateUpscale(picture, await resized(blank, width * 2, height * 2)), /small/],
  ['a drawing', gateVectorise(picture, smooth, coarseness), null],
  ['a blank drawing', gateVectorise(picture, blank, coarseness), /not like/],
  ['a blank drawing where that may be', gateVectorise(picture, blank, { ...coarseness, speckle: 64 }), null],
  ['a drawing of a page', gateVectorise(page, page, coarseness), null],
  ['a blank drawing of a page', gateVectorise(page, blank, coarseness), /blank/],
  ['a blank drawing of fine dots', gateVectorise(page, blank, { ...coarseness, isTextured: true }), null],
  ['a drawing of another size', gateVectorise(picture, large, coarseness), /size/],
  ['marked objects', gateFindObjects(picture, marked, [cat], labels), null],
  ['marks without objects', gateFindObjects(picture, marked, [], labels), /outside/],
  ['another picture with marks', gateFindObjects(picture, another, [cat], labels), /outside/],
  ['a label of nothing', gateFindObjects(picture, marked, [{ ...cat, label: 'unicorn' }], labels), /label/],
  ['an empty label', gateFindObjects(picture, marked, [{ ...cat, label: '' }], labels), /label/],
  [
    'a box outside',
    gateFindObjects(picture, marked, [{ ...cat, box: { ...cat.box, x: 150 } }], labels),
    /inside/,
  ],
])('pictures: %s', ([, refusal, expected]) => {
  if (expected) expect(refusal).toMatch(expected)
  else expect(refusal).toBeNull()
})

const line = (start: number, end: number, text: string) => ({ start, end, text })
const word = (text: string, x: number) => ({ text, box: { x, y: 0, width: 30, height: 10 } })
const spoken = { sentences: ['The quick brown fox jumps over the lazy dog.'], speed: 1 }
const voice = (seconds: number) => testVoice([3], { secondsEach: seconds, rate: 8_000 })

test.for<[string, GateRefusal, RegExp | null]>([
  [
    'subtitles',
    gateTranscribe({ text: 'A b. C d.', subtitles: [line(0, 1, 'A b.'), line(1, 2, 'C d.')] }, 2),
    null,
  ],
  ['no subtitles of silence', gateTranscribe({ text: '', subtitles: [] }, 2), null],
  ['no subtitles of words', gateTranscribe({ text: 'A b.', subtitles: [] }, 2), /not the text/],
  ['other subtitles', gateTranscribe({ text: 'A b.', subtitles: [line(0, 1, 'C d.')] }, 2), /not the text/],
  [
    'times that fall',
    gateTranscribe({ text: 'a b', subtitles: [line(1, 2, 'a'), line(0, 1, 'b')] }, 2),
    /rise/,
  ],
  [
    'a time that ends before it begins',
    gateTranscribe({ text: 'a', subtitles: [line(1, 0, 'a')] }, 2),
    /rise/,
  ],
  ['subtitles after the end', gateTranscribe({ text: 'a', subtitles: [line(1, 9, 'a')] }, 2), /go on/],
  ['words', gateReadText({ text: 'One\ntwo', words: [word('One', 0), word('two', 50)] }, picture), null],
  ['other words', gateReadText({ text: 'One two', words: [word('One', 0)] }, picture), /not the text/],
  ['a word outside', gateReadText({ text: 'One', words: [word('One', 140)] }, picture), /inside/],
  ['a story', gateStoryTeller('Once upon a time there was', 'Once upon'), null],
  ['a story without a beginning', gateStoryTeller('There was', ''), null],
  ['a story with a control character in its beginning', gateStoryTeller('Once upon', ' On\u0007ce'), null],
  ['another story', gateStoryTeller('There was a fox', 'Once upon'), /begin/],
  ['speech', gateSpeak(voice(3), spoken), null],
  ['slow speech as ordered', gateSpeak(voice(12), { ...spoken, speed: 0.5 }), null],
  ['slow speech', gateSpeak(voice(12), spoken), /too long/],
  ['hurried speech', gateSpeak(voice(1.2), spoken), /too short/],
  ['hurried speech as ordered', gateSpeak(voice(1.2), { ...spoken, speed: 2 }), null],
  ['a word', gateSpeak(voice(0.6), { sentences: ['Hi.'], speed: 1 }), null],
  ['silence', gateSpeak({ samples: new Float32Array(24_000), rate: 8_000 }, spoken), /silent/],
])('texts and sounds: %s', ([, refusal, expected]) => {
  if (expected) expect(refusal).toMatch(expected)
  else expect(refusal).toBeNull()
})

test('inputs that are nearly alike may share a result; different ones may not', () => {
  const speck = painted(picture, (x, y) => x === 9 && y === 9, [0, 0, 0, 255])
  expect(isOtherInput({ picture }, { picture: speck })).toBe(false)
  expect(isOtherInput({ picture }, { picture: another })).toBe(false)
  expect(isOtherInput({ picture }, { picture: blank })).toBe(true)
  expect(isOtherInput({ picture }, { picture: large })).toBe(true)
  const speech = (text: string) => ({ spoken: { sentences: [text], speed: 1 } })
  expect(isOtherInput(speech('I see you there.'), speech('I sea you, there!'))).toBe(false)
  expect(isOtherInput(speech('I see you there.'), speech('Nobody came.'))).toBe(true)
})
