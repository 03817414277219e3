/** Where clamd listens: a TCP port or a local socket. */
export type ScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string }

const tcp = /^(\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})$/i

export function isScannerAddress(text: string): boolean {
  return isSocketPath(text) || tcp.test(text)
}

/** Parses `host:port`, `[::1]:port`, `/path/of/socket` or `unix:/path/of/socket`. */
export function readScannerAddress(text: string): ScannerAddress {
  if (isSocketPath(text)) return { path: text.replace(/^unix:/, '') }
  const [, host = '', port = ''] = tcp.exec(text) ?? []
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

function isSocketPath(text: string): boolean {
  return /^(?:unix:)?\//.test(text)
}
