const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 (standard alphabet, padded) of the text's UTF-8 bytes; a lone surrogate becomes U+FFFD. */
export function encodeBase64(text: string): string {
  const bytes = utf8Bytes(text)
  let encoded = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.slice(at, at + 3)
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    encoded += ALPHABET.charAt(bits >> 18) + ALPHABET.charAt((bits >> 12) & 63)
    encoded += second === undefined ? '=' : ALPHABET.charAt((bits >> 6) & 63)
    encoded += third === undefined ? '=' : ALPHABET.charAt(bits & 63)
  }
  return encoded
}

/**
 * The UTF-8 text encoded in base64; null: the input is not base64 or its bytes are not UTF-8. It accepts the URL-safe alphabet and
 * missing padding, since both occur when people copy values between addresses and cookies.
 */
export function decodeBase64(encoded: string): string | null {
  const digits = encoded
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(digits) || digits.length % 4 === 1) return null
  let escaped = ''
  let bits = 0
  let width = 0
  for (const digit of digits) {
    bits = ((bits << 6) | ALPHABET.indexOf(digit)) & 0xffff
    width += 6
    if (width >= 8) {
      width -= 8
      escaped += `%${((bits >> width) & 0xff).toString(16).padStart(2, '0')}`
    }
  }
  try {
    return decodeURIComponent(escaped)
  } catch {
    return null
  }
}

function utf8Bytes(text: string): number[] {
  const bytes: number[] = []
  const escaped = encodeURIComponent(text.toWellFormed())
  for (let at = 0; at < escaped.length; at += 1) {
    if (escaped.charAt(at) === '%') {
      bytes.push(Number.parseInt(escaped.slice(at + 1, at + 3), 16))
      at += 2
    } else {
      bytes.push(escaped.charCodeAt(at))
    }
  }
  return bytes
}
