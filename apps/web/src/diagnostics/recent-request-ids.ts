const IDS_MAX = 5

/** Of the last answers, newest first, for a bug report; kept in this page alone, and sent by nobody but the person. */
export let recentRequestIds: readonly string[] = []

export function noticeRequest({ headers }: Response): void {
  const id = headers.get('x-request-id')
  if (id) recentRequestIds = [id, ...recentRequestIds].slice(0, IDS_MAX)
}
