import { Printer, Repeat } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { CardFace } from './card-face.ts'
import styles from './id-card.module.css'
import { IdCardBack } from './id-card-back.tsx'
import { IdCardFront } from './id-card-front.tsx'
import { IdCardSheet } from './id-card-sheet.tsx'

interface IdCardProps {
  readonly card: CardFace
  /** The member's card by default. */
  readonly title?: string
  /** Content above the card if there are several. */
  readonly choice?: ReactNode
  /** Content below the buttons. */
  readonly more?: ReactNode
}

/** The member's ID card with both sides; the one facing away is hidden from screen readers too (MP-1). */
export function IdCard({ card, title, choice, more }: IdCardProps) {
  const t = useText()
  const [back, setBack] = useState(false)
  const [turned, setTurned] = useState(false)
  const [printing, setPrinting] = useState(false)
  const printButton = useRef<HTMLButtonElement>(null)
  // While the sheet is being printed the page is hidden, and a hidden button loses the focus.
  const printed = useCallback(() => {
    setPrinting(false)
    printButton.current?.focus({ preventScroll: true })
  }, [])

  const turn = () => {
    setBack(!back)
    setTurned(true)
  }

  return (
    <Card title={title ?? t('id-card.title')} className={styles.holder}>
      {choice}
      <div className={styles.faces} data-side={back ? 'back' : 'front'}>
        <IdCardFront card={card} />
        <IdCardBack card={card} />
      </div>
      <div className={styles.controls}>
        <Button variant="quiet" icon={<Repeat aria-hidden="true" />} onClick={turn}>
          {t(back ? 'id-card.show-front' : 'id-card.show-back')}
        </Button>
        <Button
          ref={printButton}
          variant="quiet"
          icon={<Printer aria-hidden="true" />}
          onClick={() => setPrinting(true)}
        >
          {t('id-card.print')}
        </Button>
      </div>
      {more}
      <VisuallyHidden>
        <span role="status">{turned && t(back ? 'id-card.back-shown' : 'id-card.front-shown')}</span>
      </VisuallyHidden>
      {printing && <IdCardSheet card={card} onPrinted={printed} />}
    </Card>
  )
}
