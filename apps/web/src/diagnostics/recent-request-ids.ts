const IDS_MAX = 5

/** The ids of the last requests, newest first, for a bug report. They stay in this page unless the user sends a report. */
export let recentRequestIds: readonly string[] = []

export function noticeRequest({ headers }: Response): void {
  const id = headers.get('x-request-id')
  if (id) recentRequestIds = [id, ...recentRequestIds].slice(0, IDS_MAX)
}
