import { useEffect, useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './authenticator-setup.module.css'

/** Width of the empty margin that cameras need, in modules. */
const edge = 4

/** A QR code, drawn in the page: the secret in it is not sent anywhere. If it cannot be drawn, people type the key. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [modules, setModules] = useState<readonly (readonly boolean[])[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    import('uqr').then(
      ({ encode }) => setModules(encode(text, { ecc: 'M', border: edge }).data),
      () => setFailed(true),
    )
  }, [text])
  if (failed) return null
  if (modules === null) return <Skeleton shape="block" className={styles.qrLoading} />
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
