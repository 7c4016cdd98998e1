for seed in range(3):
    print(f"weather 2000 40 {300 + seed} seed{seed}")
