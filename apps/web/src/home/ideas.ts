/** What people can make, in their own words, and the app that makes it. */
export const ideas = [
  { appId: 'erase-fill', words: 'Remove something from a photo' },
  { appId: 'cut-out', words: 'Cut a subject out of its background' },
  { appId: 'upscale', words: 'Make a small picture sharp' },
  { appId: 'expand-photo', words: 'Extend a photo past its edges' },
  { appId: 'vectorise', words: 'Turn a picture into an SVG' },
  { appId: 'speak', words: 'Have a text read aloud' },
] as const
