import type { PayloadOf } from '@portico/contract/call'
import type { listMedicines } from '@portico/contract/calls/medicines'

export type MedicinesData = PayloadOf<typeof listMedicines>
export type MedicineData = MedicinesData['medicines'][number]
export type OrderData = MedicinesData['orders'][number]
export type FillData = MedicineData['fills'][number]
export type ApprovalData = MedicinesData['authorizations'][number]
