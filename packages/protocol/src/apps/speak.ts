import { app } from './app.ts'

export const speak = app({
  id: 'speak',
  name: 'Speak',
  tagline: 'Reads your text aloud.',
  description:
    'English only. Numbers, money, dates and common abbreviations are read as words; other alphabets and emoji are left out. The quick voice is plain and takes the least time; the others sound like people. The same text gives the same sound.',
  category: 'audio',
  version: 1,
  icon: 'volume-2',
  fields: [
    {
      kind: 'longtext',
      name: 'text',
      label: 'Text',
      help: 'In English. Unusual names may be mispronounced.',
      maxLength: 2000,
    },
    {
      kind: 'choice',
      name: 'voice',
      label: 'Voice',
      help: 'Quick is the fastest, with less expression.',
      options: [
        { value: 'af_heart', label: 'Heart, American woman' },
        { value: 'af_bella', label: 'Bella, American woman' },
        { value: 'am_michael', label: 'Michael, American man' },
        { value: 'bf_emma', label: 'Emma, British woman' },
        { value: 'bm_george', label: 'George, British man' },
        { value: 'fast', label: 'Quick, American man' },
      ],
      default: 'af_heart',
    },
    {
      kind: 'number',
      name: 'speed',
      label: 'Speed',
      help: '1 is a normal speaking pace.',
      min: 0.5,
      max: 2,
      step: 0.05,
      soft: { min: 0.7, max: 1.5 },
      default: 1,
      advanced: true,
    },
  ],
  outputs: [{ name: 'speech', kind: 'audio', label: 'Speech' }],
  price: { base: 1, per: [{ of: 'characters', field: 'text', credits: 0.01 }] },
  limits: { runSeconds: 1200, memoryMb: 1280 },
  weights: ['dittli-en', 'kokoro'],
  credits: [
    { name: 'Kokoro-82M', licence: 'Apache-2.0' },
    { name: 'DittliTTS', licence: 'Apache-2.0' },
    { name: 'CMU Pronouncing Dictionary', licence: 'BSD-2-Clause' },
  ],
  state: 'published',
})
