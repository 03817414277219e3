import { Printer, Repeat } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './id-card.module.css'
import { IdCardBack } from './id-card-back.tsx'
import { IdCardFront } from './id-card-front.tsx'
import { IdCardSheet } from './id-card-sheet.tsx'
import type { OverviewData } from './types.ts'

/** The member's ID card with both its sides; the side turned away is hidden from screen readers too (MP-1). */
export function IdCard({ overview }: { readonly overview: OverviewData }) {
  const t = useText()
  const [back, setBack] = useState(false)
  const [turned, setTurned] = useState(false)
  const [printing, setPrinting] = useState(false)
  const printButton = useRef<HTMLButtonElement>(null)
  // While the sheet is printed the page is hidden, and a hidden button loses the focus.
  const printed = useCallback(() => {
    setPrinting(false)
    printButton.current?.focus({ preventScroll: true })
  }, [])

  const turn = () => {
    setBack(!back)
    setTurned(true)
  }

  return (
    <Card title={t('landing.card-title')} className={styles.holder}>
      <div className={styles.faces} data-side={back ? 'back' : 'front'}>
        <IdCardFront overview={overview} />
        <IdCardBack overview={overview} />
      </div>
      <div className={styles.controls}>
        <Button variant="quiet" icon={<Repeat aria-hidden="true" />} onClick={turn}>
          {t(back ? 'landing.card-show-front' : 'landing.card-show-back')}
        </Button>
        <Button
          ref={printButton}
          variant="quiet"
          icon={<Printer aria-hidden="true" />}
          onClick={() => setPrinting(true)}
        >
          {t('landing.card-print')}
        </Button>
      </div>
      <VisuallyHidden>
        <span role="status">{turned && t(back ? 'landing.card-back-shown' : 'landing.card-front-shown')}</span>
      </VisuallyHidden>
      {printing && <IdCardSheet overview={overview} onPrinted={printed} />}
    </Card>
  )
}
