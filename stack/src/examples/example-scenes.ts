/** Scenes of 320 x 180, drawn for the examples in the catalogue. */

export const drawLake = `<defs>
  <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#22304f"/><stop offset=".6" stop-color="#d98f6c"/><stop offset="1" stop-color="#f5cf9f"/></linearGradient>
  <linearGradient id="lake" x2="0" y2="1"><stop stop-color="#d9a583"/><stop offset="1" stop-color="#26344f"/></linearGradient>
  <filter id="grain" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency=".9" numOctaves="3"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  0 0 0 .16 0"/></filter>
</defs>
<rect width="320" height="110" fill="url(#sky)"/><circle cx="212" cy="88" r="16" fill="#fff1d0"/>
<path d="M0 96 40 62 74 90 120 48 168 94 206 74 250 96 288 66 320 90V110H0z" fill="#55496b"/>
<path d="M0 106 52 88 104 104 150 92 226 106 276 92 320 104V112H0z" fill="#332f4a"/>
<rect y="110" width="320" height="70" fill="url(#lake)"/>
<path d="M180 118h64M190 126h44M196 136h34M202 148h22" stroke="#fff1d0" stroke-opacity=".55" stroke-width="2"/>
<path d="M20 122h60M70 134h70M8 150h90M120 164h110" stroke="#fff" stroke-opacity=".14" stroke-width="2"/>
<rect width="320" height="180" filter="url(#grain)"/>`

export const drawBoat = `<path d="M84 132h56l-10 14H96z" fill="#7b2d26"/><path d="M112 82v48h-26z" fill="#f2ede4"/><path d="M116 90v40h18z" fill="#d9d2c5"/>`

export const drawPear = `<defs>
  <linearGradient id="wall" x2="0" y2="1"><stop stop-color="#c9d3d0"/><stop offset="1" stop-color="#93a5a6"/></linearGradient>
  <radialGradient id="skin" cx=".38" cy=".55" r=".7"><stop stop-color="#f3e07a"/><stop offset=".7" stop-color="#b9b93c"/><stop offset="1" stop-color="#6f7a24"/></radialGradient>
</defs>
<rect width="320" height="180" fill="url(#wall)"/><rect y="138" width="320" height="42" fill="#7a5c48"/>
<ellipse cx="168" cy="158" rx="52" ry="8" fill="#3f2e24" fill-opacity=".6"/>
<path d="M160 26c15 0 20 16 22 34 3 24 26 34 26 62 0 24-20 38-48 38s-48-14-48-38c0-28 23-38 26-62 2-18 7-34 22-34z" fill="url(#skin)"/>
<path d="M160 28c0-10 3-16 9-20l5 4c-6 4-8 9-8 16z" fill="#5b4226"/><path d="M168 20c12-12 28-12 36-6-10 10-24 12-36 6z" fill="#4f7a2d"/>`

export const drawSign = `<defs><linearGradient id="day" x2="0" y2="1"><stop stop-color="#7fa6c9"/><stop offset="1" stop-color="#dfe7ea"/></linearGradient></defs>
<rect width="320" height="180" fill="url(#day)"/><path d="M0 150q80-20 160-8t160-4v42H0z" fill="#66784f"/>
<rect x="156" y="120" width="8" height="60" fill="#8b9093"/>
<polygon points="215,101 183,133 137,133 105,101 105,55 137,23 183,23 215,55" fill="#fff"/><polygon points="211,99 181,129 139,129 109,99 109,57 139,27 181,27 211,57" fill="#b3121d"/>
<text x="160" y="91" font-family="sans-serif" font-weight="bold" font-size="36" fill="#fff" text-anchor="middle">STOP</text>`

/** With the sign on the left, a clock and a traffic light: three things that Find Objects knows. */
export const drawStreet = `<defs><linearGradient id="noon" x2="0" y2="1"><stop stop-color="#6fa8dc"/><stop offset="1" stop-color="#dfeaf3"/></linearGradient></defs>
<rect width="320" height="180" fill="url(#noon)"/><path d="M0 152q80-10 160-4t160-2v34H0z" fill="#6b7f56"/>
<g transform="translate(-72 8) scale(.96)"><rect x="156" y="120" width="8" height="60" fill="#8b9093"/>
<polygon points="215,101 183,133 137,133 105,101 105,55 137,23 183,23 215,55" fill="#fff"/><polygon points="211,99 181,129 139,129 109,99 109,57 139,27 181,27 211,57" fill="#b3121d"/>
<text x="160" y="91" font-family="sans-serif" font-weight="bold" font-size="36" fill="#fff" text-anchor="middle">STOP</text></g>
<rect x="170" y="100" width="6" height="80" fill="#444"/><rect x="162" y="46" width="22" height="58" rx="4" fill="#1b1b1b"/>
<circle cx="173" cy="57" r="7" fill="#ff3b30"/><circle cx="173" cy="75" r="7" fill="#3a3418"/><circle cx="173" cy="93" r="7" fill="#12351c"/>
<g transform="translate(256 74) scale(.5)" stroke="#111"><circle r="94" fill="#fdfdf8" stroke-width="12"/>
${Array.from({ length: 12 }, (_, hour) => `<path d="M0-84V-68" stroke-width="6" transform="rotate(${hour * 30})"/>`).join('')}
<path d="M0 0-35-40" stroke-width="8"/><path d="M0 0 10-72" stroke-width="5"/></g>`

const letter = [
  'Dear guest,',
  'the key is under the blue pot.',
  'Breakfast is at eight, and the',
  'boat leaves the pier at 9:30.',
]

/** A printed note. */
export const drawNote = `<rect width="320" height="180" fill="#e9e2d3"/><rect x="14" y="10" width="292" height="160" fill="#fffdf7"/>
<g font-family="serif" font-size="16" fill="#1d1a17">${letter.map((line, at) => `<text x="32" y="${46 + at * 34}">${line}</text>`).join('')}</g>`
