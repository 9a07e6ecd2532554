/**
 * Fourteen ellipses, found by random search, that the classifier considers explicit (0.88), though no person would. With them, we can test
 * the handling of explicit pictures with one that may be in a repository.
 */
export const mistaken = `<svg xmlns="http://www.w3.org/2000/svg" width="224" height="224">
  <rect width="224" height="224" fill="#d9b9a0"/>
  <ellipse cx="45" cy="205" rx="67" ry="93" transform="rotate(5 45 205)" fill="hsl(31 45% 49%)" fill-opacity=".8"/>
  <ellipse cx="-11" cy="53" rx="31" ry="82" transform="rotate(126 -11 53)" fill="hsl(31 45% 28%)" fill-opacity=".8"/>
  <ellipse cx="161" cy="91" rx="55" ry="80" transform="rotate(57 161 91)" fill="hsl(16 45% 34%)" fill-opacity=".8"/>
  <ellipse cx="198" cy="31" rx="35" ry="26" transform="rotate(89 198 31)" fill="hsl(8 45% 62%)" fill-opacity=".8"/>
  <ellipse cx="134" cy="135" rx="36" ry="20" transform="rotate(52 134 135)" fill="hsl(8 45% 71%)" fill-opacity=".8"/>
  <ellipse cx="79" cy="70" rx="49" ry="65" transform="rotate(60 79 70)" fill="hsl(11 45% 73%)" fill-opacity=".8"/>
  <ellipse cx="218" cy="19" rx="55" ry="20" transform="rotate(152 218 19)" fill="hsl(20 45% 59%)" fill-opacity=".8"/>
  <ellipse cx="44" cy="107" rx="22" ry="5" transform="rotate(112 44 107)" fill="hsl(28 45% 31%)" fill-opacity=".8"/>
  <ellipse cx="161" cy="184" rx="20" ry="35" transform="rotate(129 161 184)" fill="hsl(38 45% 44%)" fill-opacity=".8"/>
  <ellipse cx="178" cy="206" rx="49" ry="86" transform="rotate(58 178 206)" fill="hsl(12 45% 70%)" fill-opacity=".8"/>
  <ellipse cx="47" cy="12" rx="32" ry="74" transform="rotate(137 47 12)" fill="hsl(11 45% 53%)" fill-opacity=".8"/>
  <ellipse cx="101" cy="74" rx="42" ry="28" transform="rotate(144 101 74)" fill="hsl(7 45% 62%)" fill-opacity=".8"/>
  <ellipse cx="109" cy="62" rx="46" ry="35" transform="rotate(13 109 62)" fill="hsl(19 45% 57%)" fill-opacity=".8"/>
  <ellipse cx="189" cy="174" rx="35" ry="73" transform="rotate(127 189 174)" fill="hsl(4 45% 68%)" fill-opacity=".8"/>
  </svg>`
