import { expect, test } from 'vitest'
import { takeVisibility } from './visibility-rules.ts'

test.for([
  ['and private please', '', 'private'],
  ['private', '', 'private'],
  ['but keep it private, thanks', '', 'private'],
  ['just for me', '', 'private'],
  ['in public then', '', 'public'],
  ['Write a private story about a Cat', 'Write a story about a Cat', 'private'],
  ['tell me a story about a ship, private please', 'tell me a story about a ship', 'private'],
  ['cut out my photo and keep it private', 'cut out my photo', 'private'],
  ['upscale my last picture privately', 'upscale my last picture', 'private'],
  ['okay, but nobody except me may see it', '', 'private'],
  ['keep it to myself', '', 'private'],
  ['hm no just me', '', 'private'],
  ['I would like nobody else to see it', '', 'private'],
  ['Nobody but myself may see the outcome.', '', 'private'],
  ["don't show it to anyone", '', 'private'],
  ['nah, private', '', 'private'],
  ['Nobody but me should get to see it, thank you.', '', 'private'],
  ['other people must not hear it', '', 'private'],
  ['tim must not see it. nobody', '', 'private'],
  ['on second thought let everyone see it', '', 'public'],
  ['fine, everybody may look', '', 'public'],
  ['upscale my last image and let everybody see it', 'upscale my last image', 'public'],
  ['everyone is welcome to see it', '', 'public'],
  ['transcribe my interview, nobody else may see it', 'transcribe my interview', 'private'],
  [
    'cut out the portrait of a protester, visible to me alone.',
    'cut out the portrait of a protester',
    'private',
  ],
  ['read this aloud: hello. For everyone!', 'read this aloud: hello.', 'public'],
] as const)('"%s" names the visibility of the result', ([said, rest, visibility]) => {
  expect(takeVisibility(said)).toEqual({ rest, visibility })
})

test.for([
  'write a story about a private detective',
  'a story about a company going public',
  'a story about my private life',
  'make it about the public instead',
  'a story about a ghost nobody can see',
  'can everyone see it?',
])('"%s" names no visibility', (said) => {
  expect(takeVisibility(said)).toEqual({ rest: said })
})
