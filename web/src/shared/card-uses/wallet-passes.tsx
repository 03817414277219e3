import { applePass, googlePass, type Wallet } from '@portico/contract/calls/wallet'
import { WalletCards } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { saveFile, uptakeMs } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import styles from './card-uses.module.css'
import { findPlatform, listFitting } from './wallet-platform.ts'

interface WalletPassesProps {
  readonly cardId: string
  readonly wallets: readonly Wallet[]
}

/** Offers the card as a pass for this device's wallet, with what that means (MP-12); nothing if the brand makes no passes. */
export function WalletPasses({ cardId, wallets }: WalletPassesProps) {
  const t = useText()
  const ready = useArea('pocket')
  const [fitting, setFitting] = useState<readonly Wallet[]>([])
  const adding = useAction({ UNAVAILABLE: 'pocket.wallet-failed' })
  useEffect(() => setFitting(listFitting(wallets, findPlatform(navigator))), [wallets])
  if (!ready || fitting.length === 0) return null
  const add = (wallet: Wallet) =>
    adding.run(async () => {
      if (wallet === 'apple') openPass(await api.call(applePass, { params: { cardId } }))
      else location.assign((await api.call(googlePass, { params: { cardId } })).link)
    })
  return (
    <section className={styles.keep} aria-label={t('pocket.wallet-title')}>
      <div className={lettering.muted}>
        <p>{t('pocket.wallet-what')}</p>
        <p>{t('pocket.wallet-stays')}</p>
        {fitting.map((wallet) => (
          <p key={wallet}>{t(`pocket.wallet-${wallet}-sees`)}</p>
        ))}
      </div>
      {fitting.map((wallet) => (
        <Button
          key={wallet}
          variant="secondary"
          busy={adding.busy}
          icon={<WalletCards aria-hidden="true" />}
          onClick={() => add(wallet)}
        >
          {t(`pocket.wallet-${wallet}`)}
        </Button>
      ))}
      <Problem text={adding.problem} flush />
    </section>
  )
}

/** An iPhone shows a pass that it opens, but would put a saved one among its files. */
function openPass(answer: unknown): void {
  if (!(answer instanceof Blob)) throw new TypeError('No file came.')
  if (findPlatform(navigator) !== 'ios') {
    saveFile(answer, 'id-card.pkpass')
    return
  }
  const address = URL.createObjectURL(answer)
  location.assign(address)
  setTimeout(() => URL.revokeObjectURL(address), uptakeMs)
}
