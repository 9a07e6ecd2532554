import { toast } from '../../overlays/toast.ts'

/** The link that opens a job for anyone: its preview comes from the page's head. */
export function linkTo(id: string): string {
  return `${location.origin}/feed?job=${id}`
}

/** By the system's own sheet where there is one, else by the clipboard. */
export async function shareJob(id: string, title: string): Promise<void> {
  const url = linkTo(id)
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    // Closing the sheet is an answer too.
    return navigator.share({ title, url }).catch(() => {})
  }
  await copy(url, 'Link copied.')
}

export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('notice', done)
  } catch {
    toast('failure', 'The browser did not allow copying.')
  }
}
