# SPDX-License-Identifier: MIT
"""NumPy as a witness: what it does with a file is recorded, not prescribed."""
import json
import os
import re
import signal

from npy_builder import sha


def witness(path, case, seconds=20, memory=3 << 30):
    """np.load in a child with limits on memory and time; the child's word is only recorded."""
    import numpy as np
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(r)
        res = {}
        try:
            import resource, warnings
            warnings.simplefilter("ignore")
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            signal.alarm(seconds)
            def describe(a):
                if not isinstance(a, np.ndarray):
                    return {"result": "not an array", "type": type(a).__name__}
                d = {"result": "ok", "shape": list(a.shape), "dtype": str(np.lib.format.dtype_to_descr(a.dtype))[:300],
                     "fortran_order": bool(a.flags.f_contiguous and not a.flags.c_contiguous), "nbytes": int(a.nbytes)}
                if a.nbytes < 1 << 27:
                    d["data_sha256"] = sha(a.tobytes("F" if d["fortran_order"] else "C"))
                return d
            try:
                got = np.load(path, allow_pickle=False)
                if isinstance(got, np.lib.npyio.NpzFile):
                    res = {"result": "ok", "members": {}}
                    for k in got.files[:64]:
                        try: res["members"][k] = describe(got[k])
                        except Exception as e: res["members"][k] = err(e)
                else: res = describe(got)
            except Exception as e: res = err(e)
            blob = json.dumps(res).encode()
        except BaseException as e:
            blob = json.dumps(err(e)).encode()
        with os.fdopen(w, "wb") as h: h.write(blob)
        os._exit(0)
    os.close(w)
    with os.fdopen(r, "rb") as h: blob = h.read()
    _, st = os.waitpid(pid, 0)
    if os.WIFSIGNALED(st):
        n = os.WTERMSIG(st)
        return {"result": "timeout" if n == signal.SIGALRM else "crash", "signal": n}
    return json.loads(blob) if blob else {"result": "crash", "status": st}

def err(e):
    msg = re.sub(r"0x[0-9a-f]{6,}", "0x...", str(e))
    msg = re.sub(r"[^\s']*/(?=(npy|npz|special)/)", "", msg)
    return {"result": "error", "type": type(e).__name__, "msg": msg[:160]}

def compare(case):
    """Where the required outcome stands against what NumPy did."""
    seen = case.get("numpy")
    if not seen: return None
    if case["outcome"] == "either": return "latitude"
    if case.get("lazy"): return "same"                             # NumPy would have to read it all
    def one(outcome, got):
        ok = bool(got) and got.get("result") == "ok"
        if outcome == "either": return "latitude"
        if outcome == "load": return "same" if ok else "wider"
        return "stricter" if ok else "same"
    if "members" not in case or not case["members"]:
        ok = seen.get("result") == "ok"
        if case["outcome"] == "load": return "same" if ok else "wider"
        return "stricter" if ok and (case["file"].endswith(".npy") or seen.get("members")) else "same"
    all_ = {one(m["outcome"], (seen.get("members") or {}).get(k)) for k, m in case["members"].items()
            if not m.get("lazy")}
    for w in ("stricter", "wider", "latitude"):
        if w in all_: return w
    return "same"


def check_values(case, problems):
    """Where both load, NumPy's value must be the manifest's value."""
    def same(v, got, where):
        if not v or not got or got.get("result") != "ok": return
        if v["shape"] != got["shape"] or v["nbytes"] != got["nbytes"]:
            problems.append("%s: shape %s/%s, manifest %s/%s" % (where, got["shape"], got["nbytes"], v["shape"], v["nbytes"]))
        elif "data_sha256" in v and "data_sha256" in got and v["data_sha256"] != got["data_sha256"]:
            problems.append("%s: data differ from NumPy" % where)
        elif got["fortran_order"] != v["fortran_order"] and len(v["shape"]) > 1 and min(v["shape"]) > 1:
            problems.append("%s: order differs" % where)
    seen = case.get("numpy") or {}
    if case.get("value"): same(case["value"], seen, case["id"])
    for k, m in (case.get("members") or {}).items():
        same(m.get("value"), (seen.get("members") or {}).get(k), case["id"] + ":" + k)

