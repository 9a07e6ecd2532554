/**
 * A fetch that reports the progress of an upload. The browser's own can't; XMLHttpRequest can, and the protocol's client needn't know which
 * one it uses.
 */
export function fetchWithProgress(onPart: (part: number) => void): typeof fetch {
  return (address, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(address))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.responseType = 'blob'
      request.upload.onprogress = ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(responseOf(request))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as FormData)
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [name = '', ...value] = line.split(': ')
    if (name) headers.append(name, value.join(': '))
  }
  return new Response(request.response as Blob, { status: request.status, headers })
}
