/**
 * Evaluates to pairs of texts that look apart on screen but run together in accessible names and copied text, because only
 * a margin, padding or line break parts them: `1|33.3%: <td…`.
 */
export const JOINED_NAMES = `(() => {
  const isInline = (element) => /^(?:inline|contents)/.test(getComputedStyle(element).display);
  const isShown = (element) => element.closest('[aria-hidden=true]') === null && element.checkVisibility({ visibilityProperty: true });
  const boxes = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  };
  const pathTo = (node, ancestor) => {
    const path = [];
    for (let each = node.parentElement; each !== ancestor; each = each.parentElement) path.push(each);
    return path;
  };
  const joined = (before, after) => {
    if (/\\s$/.test(before.data) || /^[\\s.,;:!?)]/.test(after.data)) return false;
    const range = document.createRange();
    range.setStart(before, 0);
    range.setEnd(after, 0);
    const common = range.commonAncestorContainer;
    if (![...pathTo(before, common), ...pathTo(after, common)].every(isInline)) return false;
    if (range.cloneContents().querySelector('br, hr, input, select, textarea') !== null) return false;
    // Children of these are boxes of their own, texts included.
    if (/flex|grid/.test(getComputedStyle(common).display) && before.parentElement !== after.parentElement) return false;
    const left = boxes(before).at(-1);
    const right = boxes(after)[0];
    if (!left || !right) return false;
    return right.left - left.right > 1 || right.top >= left.bottom || right.bottom <= left.top;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (node.data !== '' && node.parentElement.tagName !== 'SCRIPT' && isShown(node.parentElement)) texts.push(node);
  }
  return texts
    .slice(1)
    .map((after, index) => [texts[index], after])
    .filter(([before, after]) => joined(before, after))
    .map(([before, after]) => before.data + '|' + after.data + ': ' + after.parentElement.outerHTML.slice(0, 160));
})()`;
