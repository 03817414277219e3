import { useTexts } from '../../base/texts/text.tsx'

/** Writes a number of bytes as people read it: `640 KB`, `2.4 MB`. */
export function useSizeText(): (bytes: number) => string {
  const { locale } = useTexts()
  return (bytes) => {
    const [value, unit] = bytes < 1024 * 1024 ? [Math.max(1, bytes / 1024), 'KB'] : [bytes / 1024 / 1024, 'MB']
    return `${value.toLocaleString(locale, { maximumFractionDigits: unit === 'KB' ? 0 : 1 })} ${unit}`
  }
}
