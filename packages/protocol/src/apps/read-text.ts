import { app } from './app.ts'

export const readText = app({
  id: 'read-text',
  name: 'Read Text',
  tagline: 'Takes the words out of a picture.',
  description:
    'Reads printed English from photographs, scans and screenshots, and shows where each word is. Handwriting is beyond it.',
  category: 'text',
  version: 2,
  icon: 'scan-text',
  fields: [
    {
      kind: 'image',
      name: 'image',
      label: 'Picture',
      help: 'Printed text, upright, as sharp as you have it.',
    },
    {
      kind: 'choice',
      name: 'layout',
      label: 'Layout',
      help: 'How the text is laid out on the page.',
      options: [
        { value: 'auto', label: 'Detect it' },
        { value: 'block', label: 'One block of text' },
        { value: 'line', label: 'One line' },
        { value: 'sparse', label: 'Words here and there' },
      ],
      default: 'auto',
      advanced: true,
    },
  ],
  outputs: [
    { name: 'text', kind: 'text', label: 'Text' },
    { name: 'words', kind: 'json', label: 'Word positions' },
  ],
  price: { base: 1, per: [{ of: 'megapixels', field: 'image', credits: 1 }] },
  limits: { runSeconds: 120, memoryMb: 1024 },
  weights: ['tesseract-eng'],
  credits: [
    { name: 'Tesseract', licence: 'Apache-2.0' },
    { name: 'tessdata_best, English', licence: 'Apache-2.0' },
  ],
  state: 'published',
})
