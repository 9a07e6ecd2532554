/** Words that the rules recognize a message's subject by. */
export const domainWords: ReadonlySet<string> = new Set(
  `apy apr stop make tell show earn draw paint read what with from this account afford app apps job jobs node speak
  spoken text voice photo photos image images done last long much many have file files cutout aloud application
  background balance black British cancel catalogue cheap cheaper cheapest current cost costs credit credits delete
  devlog earned earnings erase expand expensive failed fastest favorite favorites favourite favourites feedback
  friend graphics hello hidden imagine instead machine machines maintenance megapixel megapixels minute minutes
  month network nodes notifications objects online operator order ordered pending people picture pictures please
  portrait price prices privacy private profile public publish queue quickest receipt receipts refund remove result
  results retry running safety second seconds serve serves settings spend spending spent staking status stories
  story storyteller subtitles thanks today tokens transcribe transcript transparent trusted upload upscale
  unfavourite unlike unpublish unstake polygons polygon curves corners pixels specks colour ignore bottom right
  landscape steps temperature guidance confidence white about behind vectorise vectorize version visible waiting
  wallet which woman write yesterday`
    .toLowerCase()
    .split(/\s+/),
)
