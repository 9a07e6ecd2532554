import { toast } from '../../overlays/toast.ts'

/** The public link of a job. Its preview comes from the page's head. */
export function linkTo(id: string): string {
  return `${location.origin}/feed?job=${id}`
}

/** Opens the system's share dialog if there is one, else copies the link. */
export async function shareJob(id: string, title: string): Promise<void> {
  const url = linkTo(id)
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    // The user closed the dialog, which isn't a failure.
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
