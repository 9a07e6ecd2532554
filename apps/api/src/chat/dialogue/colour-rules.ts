/** The colours that people name, with what a form is filled in with. */
const colours: Record<string, string> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  grey: '#808080',
  pink: '#ffc0cb',
  orange: '#ffa500',
  purple: '#800080',
  violet: '#ee82ee',
  brown: '#8b4513',
  beige: '#f5f5dc',
  turquoise: '#40e0d0',
  teal: '#008080',
  golden: '#ffd700',
  silver: '#c0c0c0',
  gold: '#ffd700',
  cyan: '#00ffff',
  magenta: '#ff00ff',
  lime: '#00ff00',
  mint: '#98ff98',
  cream: '#fffdd0',
  ivory: '#fffff0',
  crimson: '#dc143c',
  coral: '#ff7f50',
  lavender: '#e6e6fa',
  maroon: '#800000',
  navy: '#000080',
  'navy blue': '#000080',
  'sky blue': '#87ceeb',
  'royal blue': '#4169e1',
  'baby blue': '#89cff0',
  'hot pink': '#ff69b4',
  'light grey': '#d3d3d3',
  'dark grey': '#404040',
  'light blue': '#add8e6',
  'dark blue': '#00008b',
  'light green': '#90ee90',
  'dark green': '#006400',
  'dark red': '#8b0000',
  'dark brown': '#5c4033',
}

/** Any of them, as a pattern. "Light blue" comes before "blue", since the first that matches counts. */
export const COLOUR = Object.keys(colours)
  .toSorted((one, other) => other.length - one.length)
  .join('|')
  .replaceAll('grey', 'gr[ae]y')

export const hexOf = (name: string | undefined) => name && colours[name.replace('gray', 'grey')]
