#!/bin/sh
# Installs the node agent of @NETWORK@ for this user, and starts it. No root needed.
#   curl -fsSL @NETWORK@/sdk/node/install | sh                         installs and starts it
#   curl -fsSL @NETWORK@/sdk/node/install | sh -s -- service install   installs it as a service
# All of it is in ~/.infra-node (or INFRA_NODE_HOME); delete that folder, and it is gone.
set -eu

network='@NETWORK@'
api='@API_URL@'
version='@VERSION@'
integrity='@INTEGRITY@'
released_at='@RELEASED_AT@'
signer='@SIGNER@'
home=${INFRA_NODE_HOME:-"$HOME/.infra-node"}
program="$home/program-$version"

fail() {
  echo "$1" >&2
  exit 1
}

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64 | Linux-aarch64 | Darwin-x86_64 | Darwin-arm64) ;;
  *) fail "The agent runs on Linux and macOS (on Windows: in WSL), x64 or arm64, not on $(uname -s) $(uname -m)." ;;
esac
command -v node >/dev/null || fail 'The agent needs Node.js 20 or newer and npm. Get them from https://nodejs.org, and run this again.'
command -v npm >/dev/null || fail 'npm is missing. It comes with Node.js: https://nodejs.org'
major=$(node -p 'process.versions.node.split(".")[0]')
[ "$major" -ge 20 ] || fail "The agent needs Node.js 20 or newer, and this is $(node --version). Get a newer one from https://nodejs.org."

mkdir -p "$home"
if [ ! -x "$program/infra-node.mjs" ]; then
  echo "Installing the node agent of $network into $home (about 200 MB to fetch)."
  part="$home/installing-$$"
  trap 'rm -rf "$part"' EXIT
  trap 'exit 1' HUP INT TERM
  rm -rf "$part"
  mkdir -p "$part"
  node -e '
    const [, url, integrity, file] = process.argv
    fetch(url).then(async (answer) => {
      if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const digest = require("crypto").createHash("sha512").update(bytes).digest("base64")
      if (`sha512-${digest}` !== integrity) throw new Error(`${url} is not what this script expects. Nothing was installed; get the script again.`)
      require("fs").writeFileSync(file, bytes)
    }).catch((error) => {
      console.error(error.cause ? `${error.message}: ${error.cause.message}` : error.message)
      process.exit(1)
    })
  ' "$network/sdk/node/infra-node.tgz" "$integrity" "$part/infra-node.tgz"
  tar -xzf "$part/infra-node.tgz" -C "$part"
  # Exactly the packages that this version was tested with, by their digests. npm 12 reads them under this name alone.
  mv "$part/package/npm-shrinkwrap.json" "$part/package/package-lock.json"
  (cd "$part/package" && npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error) ||
    fail 'npm could not install what the agent needs; it says why above. Run this again to try again.'
  printf '{"version":"%s","integrity":"%s","releasedAt":%s}\n' "$version" "$integrity" "$released_at" >"$part/package/release.json"
  rm -rf "$program"
  mv "$part/package" "$program"
  rm -rf "$part"
  trap - EXIT HUP INT TERM
fi

# An agent that updates itself takes it from here: it moves the link when it has tried the new version.
[ "${INFRA_NODE_INSTALL:-}" != beside ] || exit 0

# A node that still runs the version before needs its folder, which goes with the next update.
before=$(readlink "$home/program" || true)
ln -sfn "$program" "$home/program.new"
node -e 'const [, from, to] = process.argv; require("fs").renameSync(from, to)' "$home/program.new" "$home/program"
rm -f "$home/update.json"
for old in "$home"/program-*; do
  [ "$old" = "$program" ] || [ "$old" = "$before" ] || rm -rf "$old"
done
settings="$home/settings.env"
touch "$settings"
chmod 600 "$settings"
grep -v -e '^API_URL=' -e '^NETWORK_SIGNER=' "$settings" >"$settings.new" || true
printf 'API_URL=%s\nNETWORK_SIGNER=%s\n' "$api" "$signer" >>"$settings.new"
chmod 600 "$settings.new"
mv "$settings.new" "$settings"
mkdir -p "$HOME/.local/bin"
ln -sf "$home/program/infra-node.mjs" "$HOME/.local/bin/infra-node"
echo "Installed: $HOME/.local/bin/infra-node"
case ":$PATH:" in
  *":$HOME/.local/bin:"*) ;;
  *) echo 'To call it by its name alone, add ~/.local/bin to your PATH.' ;;
esac
export INFRA_NODE_HOME="$home"
# Piped into sh, this script is its input; the agent's is the terminal, where there is one.
if [ -t 1 ] && (: </dev/tty) 2>/dev/null; then exec </dev/tty; fi
exec "$home/program/infra-node.mjs" "$@"
