import type { HtmlTagDescriptor, Plugin } from 'vite'

/** Asks for the face of sentences with the page itself: text that is set before it is there keeps another. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /infra-sans.*[.]woff2$/.test(file))
          .map(preload),
    },
  }
}

function preload(file: string): HtmlTagDescriptor {
  return {
    tag: 'link',
    attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
    injectTo: 'head',
  }
}
